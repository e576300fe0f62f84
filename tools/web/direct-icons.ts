import type { Plugin } from 'vite'

const fromIcons = /import \{([^}]*)\} from '@tabler\/icons-react'/g

const importsOf = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`)
    .join(';')

/** The icons' index names six thousand files. Fetching the few that are used by their own names halves the time of a build. */
export const directIcons = (): Plugin => ({
  name: 'direct-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/web\/.*\.tsx?$/, code: "from '@tabler/icons-react'" },
    handler: (code) => ({ code: code.replace(fromIcons, (_, names: string) => importsOf(names)), map: null }),
  },
})
