import { describe, expect, it } from 'vitest'
import { countSelected, everythingSelected, isSelected, nothingSelected, withLoaded } from './row-selection.ts'

describe('Rows that are selected', () => {
  it('stay selected while other pages are looked at', () => {
    const first = withLoaded(nothingSelected, ['maya', 'jonah'], { maya: true })
    const second = withLoaded(first, ['theo', 'ines'], { theo: true, ines: true })
    expect([...second.keys]).toEqual(['maya', 'theo', 'ines'])
    expect(countSelected(second, 2007)).toBe(3)
    expect([...withLoaded(second, ['maya', 'jonah'], {}).keys]).toEqual(['theo', 'ines'])
  })

  it('are all but those that were taken out, once all of them are selected', () => {
    const allButMaya = withLoaded(everythingSelected, ['maya', 'jonah'], { jonah: true })
    expect(countSelected(allButMaya, 2007)).toBe(2006)
    expect(isSelected(allButMaya, 'maya')).toBe(false)
    expect(isSelected(allButMaya, 'somebody on a later page')).toBe(true)
    expect(countSelected(withLoaded(allButMaya, ['maya', 'jonah'], { maya: true, jonah: true }), 2007)).toBe(2007)
  })
})
