import { describe, expect, it } from 'vitest'
import { countSelected, everythingSelected, isSelected, nothingSelected, withLoaded } from './row-selection.ts'

describe('Selected rows', () => {
  it('stay selected while the user looks at other pages', () => {
    const first = withLoaded(nothingSelected, ['maya', 'jonah'], { maya: true })
    const second = withLoaded(first, ['theo', 'ines'], { theo: true, ines: true })
    expect([...second.keys]).toEqual(['maya', 'theo', 'ines'])
    expect(countSelected(second, 2007)).toBe(3)
    expect([...withLoaded(second, ['maya', 'jonah'], {}).keys]).toEqual(['theo', 'ines'])
  })

  it('are all rows except those that were deselected, once all are selected', () => {
    const allButMaya = withLoaded(everythingSelected, ['maya', 'jonah'], { jonah: true })
    expect(countSelected(allButMaya, 2007)).toBe(2006)
    expect(isSelected(allButMaya, 'maya')).toBe(false)
    expect(isSelected(allButMaya, 'a contact on a later page')).toBe(true)
    expect(countSelected(withLoaded(allButMaya, ['maya', 'jonah'], { maya: true, jonah: true }), 2007)).toBe(2007)
  })
})
