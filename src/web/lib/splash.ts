// The spinner of the whole screen. It is part of the initial page and always the same element, so that it never jumps or restarts.
const splash = document.getElementById('splash')

let holders = 1

const change = (by: 1 | -1) => {
  holders += by
  splash?.toggleAttribute('hidden', holders === 0)
}

/** Shows the spinner until the returned function is called. */
export const holdSplash = () => {
  change(1)
  return () => change(-1)
}

let hasLeft = false

/** Called with the first screen: from then on the spinner shows only while a component holds it. */
export const leaveSplash = () => {
  if (!hasLeft) change(-1)
  hasLeft = true
}
