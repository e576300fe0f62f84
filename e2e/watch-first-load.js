// Runs in a page before all other scripts, and records what is shown until the page is usable, as window.firstLoad.
;(() => {
  const load = { stages: [], spinners: 0, shift: 0, usableAfter: null }
  Object.assign(window, { firstLoad: load })
  const seen = new Set()
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isShown)
  const stageNow = (spinners) => {
    if (spinners.length > 0) return 'spinner'
    const hasPage = shown('main h1, main h2').length > 0
    const isFrameOnly = shown('header').length > 0 && !hasPage
    if (isFrameOnly || shown('.mantine-Skeleton-root').length > 0) return 'skeleton'
    return hasPage ? 'content' : undefined
  }
  const look = () => {
    const spinners = shown('.splash, main .mantine-Loader-root, output .mantine-Loader-root')
    for (const spinner of spinners) seen.add(spinner)
    load.spinners = seen.size
    const stage = stageNow(spinners)
    if (stage && load.stages.at(-1) !== stage) load.stages.push(stage)
    if (stage === 'content') load.usableAfter ??= performance.now()
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  const everyFrame = () => {
    look()
    requestAnimationFrame(everyFrame)
  }
  requestAnimationFrame(everyFrame)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) load.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
})()
