import { describe, expect, it } from 'vitest'
import { namedDirectly } from './direct-icons.ts'

const direct = (name: string) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`

describe('Icons that are imported from the index', () => {
  it('are loaded from their own files, with either kind of quotes and over several lines', () => {
    const both = `${direct('IconCheck')};${direct('IconX')}`
    expect(namedDirectly("import { IconCheck, IconX } from '@tabler/icons-react'")).toBe(both)
    expect(namedDirectly('import { IconCheck, IconX } from "@tabler/icons-react"')).toBe(both)
    expect(namedDirectly("import {\n  IconCheck,\n  IconX,\n} from '@tabler/icons-react'\n")).toBe(`${both}\n`)
  })

  it('exclude types, which the build removes', () => {
    expect(namedDirectly("import { IconCheck, type Icon } from '@tabler/icons-react'")).toBe(direct('IconCheck'))
    const types = "import type { Icon } from '@tabler/icons-react'"
    expect(namedDirectly(types)).toBe(types)
  })

  it('keep their own names: a renamed import stops the build with a message', () => {
    expect(() => namedDirectly("import { IconCheck as Done } from '@tabler/icons-react'")).toThrow(
      'Import the icon under its own name: IconCheck as Done',
    )
  })
})
