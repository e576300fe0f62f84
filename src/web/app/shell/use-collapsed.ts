import { useState } from 'react'

const key = 'tributary-sidebar-collapsed'

/** Whether the sidebar shows icons only; this browser remembers it. */
export const useCollapsed = () => {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'true')
  const toggle = () => {
    localStorage.setItem(key, String(!collapsed))
    setCollapsed(!collapsed)
  }
  return [collapsed, toggle] as const
}
