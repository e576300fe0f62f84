/** Tells toasts how tall the part of a page is that keeps to the lower edge. For its `ref`. */
export const publishFootHeight = (foot: HTMLElement | null) => {
  if (!foot) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--tb-foot-h', `${foot.offsetHeight}px`))
  observer.observe(foot)
  return () => {
    observer.disconnect()
    style.removeProperty('--tb-foot-h')
  }
}
