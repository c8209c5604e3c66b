// Sets every combination of the filters and tells where what is displayed is not what they say.
(() => {
    const boxes = [...document.querySelectorAll(".filters input")]
    const shown = element => getComputedStyle(element).display !== "none"
    const pushes = [...document.querySelectorAll(".batch > *")]
    const wrong = []
    let hidden = 0
    for (let mask = 0; mask < 1 << boxes.length; mask += 1) {
        boxes.forEach((box, index) => { box.checked = (mask >> index & 1) === 1 })
        const passes = push => boxes.every(box => {
            if (box.id === "only-findings") return !box.checked || push.classList.contains("flagged")
            return box.checked || !push.classList.contains(box.id.replace("show-", ""))
        })
        for (const push of pushes) if (shown(push) !== passes(push)) wrong.push(`${mask} ${push.className}`)
        for (const group of document.querySelectorAll(".group")) {
            const wanted = [...group.querySelectorAll(".batch > *")].some(passes)
            if (!wanted) hidden += 1
            if (shown(group) !== wanted) wrong.push(`${mask} ${group.querySelector("h3").textContent}`)
        }
    }
    return JSON.stringify({ boxes: boxes.length, hidden, wrong })
})()
