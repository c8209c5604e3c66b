// Every text of a page whose contrast with what is behind it is below WCAG 2.2 AA, as computed.
(() => {
    const canvas = color => {
        const parts = color.match(/[\d.]+/g).map(Number)
        return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 }
    }
    const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha))
    const luminance = rgb => {
        const [red, green, blue] = rgb.map(value => {
            const part = value / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
        return (light + 0.05) / (dark + 0.05)
    }
    // What may be behind an element: one colour, or each colour of a gradient.
    const behind = element => {
        if (!element) return [[255, 255, 255]]
        const style = getComputedStyle(element)
        const stops = style.backgroundImage.match(/rgba?\([^)]*\)/g)
        if (stops) return stops.map(stop => canvas(stop).rgb)
        const color = canvas(style.backgroundColor)
        return color.alpha === 1 ? [color.rgb] : behind(element.parentElement).map(below => over(color, below))
    }
    const found = new Set()
    let count = 0
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement
        if (!walk.currentNode.data.trim() || element.closest("[hidden], .skip")) continue
        const style = getComputedStyle(element)
        const size = parseFloat(style.fontSize)
        const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5
        count += 1
        for (const background of behind(element)) {
            const seen = contrast(over(canvas(style.color), background), background)
            if (seen < needed) found.add(`${element.closest("[class]").className}: ${seen.toFixed(2)}`)
        }
    }
    return JSON.stringify({ count, found: [...found] })
})()
