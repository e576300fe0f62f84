import { useNavigate, useSearch } from '@tanstack/react-router'

/** The state of a page, stored in its address. `step` adds an entry to the browser's history; `change` replaces the current one. */
export const useAddress = <S extends object>(read: (search: Record<string, unknown>) => S) => {
  const search = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (next: object, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => read({ ...before, ...next }) as never,
      replace,
      resetScroll: false,
    })
  return {
    search,
    change: (next: object) => go(next, true),
    step: (next: object) => go(next, false),
  }
}
