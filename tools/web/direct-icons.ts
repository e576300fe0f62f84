import type { Plugin } from 'vite'

const fromIcons = /import \{([^}]*)\} from (['"])@tabler\/icons-react\2/g

const importOf = (name: string): string => {
  if (/\sas\s/.test(name)) throw new Error(`Import the icon under its own name: ${name}`)
  return `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`
}

const importsOf = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map(importOf)
    .join(';')

/** Imports each icon from its own file. Other kinds of imports from the index stay unchanged. */
export const namedDirectly = (code: string): string => code.replace(fromIcons, (_, names: string) => importsOf(names))

/** The icons' index lists six thousand files. Importing the few that are used from their own files halves the build time. */
export const directIcons = (): Plugin => ({
  name: 'direct-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/web\/.*\.tsx?$/, code: /from ['"]@tabler\/icons-react['"]/ },
    handler: (code) => ({ code: namedDirectly(code), map: null }),
  },
})
