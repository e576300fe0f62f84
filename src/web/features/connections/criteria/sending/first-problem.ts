/** Leads to the first problem on the page. */
export const focusFirstProblem = (): void => {
  const field = document.querySelector<HTMLElement>('input[aria-invalid="true"]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
