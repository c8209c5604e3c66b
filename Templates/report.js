// Comfort for a page that is complete without it: a search box, keys, buttons that copy, and an address that keeps what
// is searched and filtered. Captured text is read from text nodes and compared or copied; it never becomes markup, and
// nothing is stored or sent.
"use strict"
{
    const main = document.querySelector("main")
    const pushes = [...main.querySelectorAll(".batch > *")]

    // Copying.

    // What was sent, from what is drawn of it: ⟦U+202E⟧ stands for a code point, ⟦0xFF⟧ for a byte that is not UTF-8.
    const sent = drawn => {
        const pieces = []
        for (const [, scalar, byte, text] of drawn.matchAll(/⟦U\+([0-9A-F]+)⟧|⟦0x([0-9A-F]{2})⟧|([^⟦]+)/g)) {
            if (byte) pieces.push([parseInt(byte, 16)])
            else pieces.push(new TextEncoder().encode(text ?? String.fromCodePoint(parseInt(scalar, 16))))
        }
        return pieces.flatMap(piece => [...piece])
    }

    // Throws where the bytes are no UTF-8, which a clipboard cannot hold.
    const textOf = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
    const textSent = element => textOf(sent(element.textContent))
    const isText = bytes => {
        try {
            return textOf(bytes) !== undefined
        } catch {
            return false
        }
    }

    const word = text => `'${text.replaceAll("'", "'\\''")}'`
    const octal = byte => `\\${byte.toString(8).padStart(3, "0")}`
    const format = bytes => bytes.map(byte =>
        byte < 32 || byte > 126 || byte === 37 || byte === 39 || byte === 92 ? octal(byte) : String.fromCharCode(byte)
    ).join("")

    // A terminal that a command is pasted into may take these for keys, such as the interrupt that begins a new line.
    const controls = /[\0-\x08\x0B-\x1F\x7F]/

    // The fields that curl sends of itself or that belong to the connection.
    const ownFields = ["host", "content-length", "connection", "transfer-encoding", "keep-alive", "upgrade", "http2-settings",
        "expect", "te"]

    // The command that sends a push again, as `pushreport export --as curl` writes it.
    const curl = push => {
        const exchange = push.querySelector(".exchange")
        const [, method, target, version] = /^(\S+) (.*) (\S+)$/s.exec(textSent(exchange.querySelector("pre")))
        const posted = push.querySelector(".payload:not(.outgoing) pre")
        const body = posted ? sent(posted.textContent) : []
        const isArgument = body.length <= 100000 && isText(body) && !controls.test(textOf(body))
        const protocol = { "HTTP/1.0": "--http1.0", "HTTP/1.1": "--http1.1", "HTTP/2": "--http2-prior-knowledge" }[version]
        let line = isArgument ? "" : `printf '${format(body)}' | `
        line += `curl -sS ${protocol} -X ${word(method)}`
        const missing = new Set(["accept", "user-agent", "content-type"])
        for (const row of exchange.querySelectorAll(".request tbody tr")) {
            // A secret that was taken out before the log was written.
            if (row.querySelector(".muted")) continue
            const [name, value] = [...row.cells].map(textSent)
            if (ownFields.includes(name.toLowerCase())) continue
            missing.delete(name.toLowerCase())
            line += ` -H ${word((value ? `${name}: ${value}` : `${name};`).replaceAll("\0", ""))}`
        }
        for (const name of missing) line += ` -H '${name}:'`
        if (!isArgument) line += " --data-binary @-"
        else if (body.length > 0 || method === "POST") line += ` --data-raw ${word(textOf(body))}`
        const server = '"${PUSH_URL:-http://127.0.0.1:8822}"'
        line += /^\/[-A-Za-z0-9._~/:@!$&()*+,;=%?]*$/.test(target)
            ? ` --path-as-is -g ${server}${word(target)}`
            : ` --request-target ${word(target)} ${server}`
        if (controls.test(line)) throw new Error("no text for a terminal")
        return line
    }

    const status = document.createElement("p")
    status.className = "toast"
    status.setAttribute("role", "status")
    main.append(status)
    let fading
    const say = words => {
        status.textContent = words
        clearTimeout(fading)
        fading = setTimeout(() => { status.textContent = "" }, 3000)
    }

    // By way of the copy event, which pages have on file:// and without TLS too.
    const copy = text => {
        const put = event => {
            event.clipboardData.setData("text/plain", text)
            event.preventDefault()
        }
        document.addEventListener("copy", put, { once: true })
        const isCopied = document.execCommand("copy")
        document.removeEventListener("copy", put)
        return isCopied
    }

    // The label stands in the style sheet's hands, so that no search finds it in a card.
    const copyButton = (label, what, text) => {
        const button = document.createElement("button")
        button.type = "button"
        button.className = "copy"
        button.dataset.label = label
        button.setAttribute("aria-label", `Copy ${what}`)
        button.addEventListener("click", () => {
            try {
                say(copy(text()) ? `Copied ${what}` : "The browser does not let pages copy")
            } catch {
                say(`Not copied: ${what} is not text, and pushreport export has its bytes`)
            }
        })
        return button
    }

    const offerCopies = push => {
        const target = push.querySelector(".facts dl > :first-child code")
        target?.after(" ", copyButton("Copy", "the target", () => textSent(target)))
        for (const heading of push.querySelectorAll(".pair > :first-child > h5")) {
            heading.append(" ", copyButton("Copy", "the payload", () => textSent(heading.nextElementSibling)))
        }
        push.querySelector(".exchange > summary").after(copyButton("Copy as curl", "the curl command", () => curl(push)))
    }

    // Cards get their buttons when they come near.
    const near = new IntersectionObserver(entries => {
        for (const { target: batch, isIntersecting } of entries) {
            // A batch that moved before it was looked at comes twice.
            if (!isIntersecting || batch.querySelector(".copy")) continue
            near.unobserve(batch)
            for (const card of batch.querySelectorAll(".push")) offerCopies(card)
        }
    }, { rootMargin: "100%" })
    for (const batch of main.querySelectorAll(".batch")) near.observe(batch)

    // Searching.

    const kinds = ["notification", "silent", "empty"]
    const shown = element => element?.textContent.toLowerCase() ?? ""
    const fields = {
        kind: push => kinds.find(kind => push.classList.contains(kind) || push.classList.contains(`kind-${kind}`)),
        provider: push => shown(push.querySelector(".provider")) || /provider-(\w+)/.exec(push.className)[1],
        target: push => shown(push.querySelector(".facts dl > :first-child code, .row > code")),
        title: push => [...push.querySelectorAll("h4 > bdi, .title, .row > bdi")].map(shown).join("\n"),
    }

    // The words of the filter language that need no parser: words, "several words", field:value, and - for not.
    const read = query => {
        const tests = []
        for (const [whole, minus, name, quoted, bare] of query.matchAll(/(-?)(?:([\w.]+):)?(?:"([^"]*)"?|(\S*))/g)) {
            const value = (quoted ?? bare).toLowerCase()
            const field = name?.toLowerCase()
            if (name && !Object.hasOwn(fields, field)) {
                return { problem: `${name}: is not known here, only ${Object.keys(fields).join(":, ")}:` }
            }
            if (bare && /^(and|or|not|=.*)$|[()]/i.test(bare)) {
                return { problem: `${whole} is for pushreport query; put it in quotation marks to search for it` }
            }
            if (!value) continue
            if (field === "kind" && !kinds.includes(value)) return { problem: `kind: is one of ${kinds.join(", ")}` }
            const has = push => field === "kind" ? fields.kind(push) === value
                : (field ? fields[field](push) : shown(push)).includes(value)
            tests.push(minus ? push => !has(push) : has)
        }
        return { tests }
    }

    const bar = main.querySelector(".search")
    const input = bar?.querySelector("input")
    // Where the page says that nothing is left; the style sheet shows it when that is for the filters.
    const none = main.querySelector(".none-shown")
    const filtered = none.textContent
    const sayNone = isNone => {
        none.hidden = !isNone
        none.textContent = isNone ? "Nothing is found: no push matches the search." : filtered
    }
    const search = () => {
        const { tests, problem } = read(input.value)
        bar.querySelector("output").textContent = problem ?? ""
        input.setAttribute("aria-invalid", String(problem !== undefined))
        if (problem) return
        let count = 0
        for (const batch of main.querySelectorAll(".batch")) {
            let found = 0
            for (const push of batch.children) {
                const isMatch = tests.every(test => test(push))
                push.classList.toggle("unmatched", !isMatch)
                if (isMatch) found += 1
            }
            batch.classList.toggle("unmatched", found === 0)
            // The height that is kept for a batch out of sight is that of all its pushes.
            batch.classList.toggle("thinned", tests.length > 0 && found < 50)
            count += found
        }
        for (const group of main.querySelectorAll(".group")) {
            group.classList.toggle("unmatched", !group.querySelector(".batch:not(.unmatched)"))
            // The filters bring a step back for the sorts that are named at its end.
            const sorts = new Set()
            for (const push of group.querySelectorAll(".batch > :not(.unmatched)")) {
                const [, verdict, provider] = /(\w+) provider-(\w+)/.exec(push.className)
                sorts.add(`${verdict}-${provider}`)
                if (push.classList.contains("flagged")) sorts.add(`${verdict}-${provider}-flagged`)
            }
            group.querySelector(":scope > .sorts")?.setAttribute("class", ["sorts", ...sorts].join(" "))
        }
        if (tests.length > 0) bar.querySelector("output").textContent = `${count} of ${pushes.length} match`
        sayNone(count === 0)
    }

    // The address: #e-ID?q=words&off=silent&findings=only, where the push and the state may each be missing. A browser
    // without the script, or a link from elsewhere, has #e-ID alone.

    const boxes = [...document.querySelectorAll(".filters input")]
    let address = ""
    const state = () => {
        const state = new URLSearchParams()
        if (input?.value) state.set("q", input.value)
        const off = boxes.filter(box => box.id.startsWith("show-") && !box.checked)
        if (off.length > 0) state.set("off", off.map(box => box.id.slice(5)).join())
        if (boxes.some(box => box.id === "only-findings" && box.checked)) state.set("findings", "only")
        return `${state}` && `?${state}`
    }
    const restore = words => {
        const state = new URLSearchParams(words)
        const off = state.get("off")?.split(",") ?? []
        for (const box of boxes) {
            box.checked = box.id === "only-findings" ? state.has("findings") : !off.includes(box.id.slice(5))
        }
        if (!input) return
        input.value = state.get("q") ?? ""
        search()
    }
    const anchor = () => location.hash.slice(1).split("?")[0]
    const keep = () => {
        // Changing the address so leaves alone what it has led to.
        const wanted = `#${anchor()}${state()}`
        if (wanted !== (location.hash || "#")) history.replaceState(history.state, "", wanted)
        address = location.hash
    }
    // The push that a search has led away from.
    let left
    const go = id => {
        left = undefined
        location.replace(`#${id}`)
        keep()
    }
    // A push that was linked to stays in sight whatever is searched for, but only until somebody searches.
    const searchAnew = () => {
        search()
        const target = main.querySelector(".batch > .unmatched:target")
        if (target) {
            left = target.id
            location.replace(`#${state()}`)
        }
        keep()
    }
    const follow = () => {
        if (location.hash === address) return
        left = undefined
        const start = location.hash.indexOf("?")
        if (start < 0) return keep()
        restore(location.hash.slice(start + 1))
        const id = anchor()
        if (document.getElementById(id)) go(id)
        else keep()
    }
    addEventListener("hashchange", follow)
    document.querySelector(".filters")?.addEventListener("change", keep)

    // Keys.

    const firstInSight = () => {
        const { left, width } = main.getBoundingClientRect()
        for (let y = bar.getBoundingClientRect().bottom + 1; y < innerHeight; y += 20) {
            const push = document.elementFromPoint(left + width / 2, y)?.closest(".batch > *")
            if (push) return push
        }
        return pushes[0]
    }
    const step = direction => {
        const target = main.querySelector(".batch > :target")
        const box = target?.getBoundingClientRect()
        const isHere = box && box.bottom > 0 && box.top < innerHeight
        let index = pushes.indexOf(isHere ? target : firstInSight())
        if (isHere || direction < 0) index += direction
        while (pushes[index] && !pushes[index].checkVisibility()) index += direction
        if (pushes[index]) go(pushes[index].id)
    }
    const leave = () => {
        input.value = ""
        input.blur()
        search()
        if (left) go(left)
        else keep()
    }
    const help = main.querySelector("dialog.keys")
    const keys = {
        "/": () => { input.focus(); input.select() },
        j: () => step(1),
        k: () => step(-1),
        "?": () => help.showModal(),
        Escape: leave,
    }

    if (bar) {
        bar.hidden = false
        document.documentElement.classList.add("searchable")
        let later
        input.addEventListener("input", () => {
            clearTimeout(later)
            later = setTimeout(searchAnew, 150)
        })
        input.addEventListener("keydown", event => {
            if (event.isComposing || (event.key !== "Escape" && event.key !== "Enter")) return
            event.preventDefault()
            clearTimeout(later)
            if (event.key === "Escape") return leave()
            searchAnew()
            input.blur()
            const first = pushes.find(push => push.checkVisibility())
            if (first) go(first.id)
        })
        bar.querySelector("button").addEventListener("click", () => help.showModal())
        help.querySelector("button").addEventListener("click", () => help.close())
        document.addEventListener("keydown", event => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help.open) return
            if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return
            if (!Object.hasOwn(keys, event.key)) return
            event.preventDefault()
            keys[event.key]()
        })
    }
    // When a browser has loaded a page it goes to the address once more, so the place is for afterwards.
    addEventListener("load", follow)
}
