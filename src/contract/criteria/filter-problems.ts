// What is wrong with a filter, in sentences for users. Without recursion: a filter may come from anywhere and have any depth.
import { criteriaLimits, leafOperators, type LeafField } from './criteria.ts'
import { isDay } from './days.ts'
import { comparable } from './text.ts'

export interface FilterProblem {
  message: string
  path: (string | number)[]
}

type Node = Record<string, unknown>

const { depth: depthMax, leaves: leavesMax, values: valuesMax, valueMax, textMax, containsMin } = criteriaLimits

/** Also the message of the schema for other shapes. */
export const otherShape = 'Use a condition with a field, or one of all, any and not.'
const tooManyConditions = `A filter can have up to ${leavesMax} conditions.`

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value)
const isField = (field: unknown): field is LeafField => typeof field === 'string' && Object.hasOwn(leafOperators, field)

const problemOfText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return 'Values have to be text.'
  if (value.length > valueMax) return `A value can have up to ${valueMax} characters.`
  if (value.includes('\0') || !value.isWellFormed()) return 'Control characters are not allowed.'
  return comparable(value) === '' ? 'A value needs at least one character.' : undefined
}

/** What the operator demands of its values. */
const problemOfCount = (op: unknown, values: readonly unknown[]): string | undefined => {
  if (op === 'is_set' || op === 'is_not_set') return values.length === 0 ? undefined : 'This condition has no values.'
  if (values.length === 0) return 'Choose at least one value.'
  const isSingle = op === 'contains' || op === '>=' || op === '<='
  return isSingle && values.length > 1 ? 'This condition has exactly one value.' : undefined
}

const problemOfValue = ({ field, op }: Node, value: unknown): string | undefined => {
  const problem = problemOfText(value)
  if (problem !== undefined) return problem
  if (field === 'created_since' && !isDay(String(value).trim())) return 'Use a date such as 2025-07-01.'
  const isShort = op === 'contains' && [...comparable(String(value))].length < containsMin
  return isShort ? `Enter at least ${containsMin} characters.` : undefined
}

const problemOfValues = (leaf: Node): string | undefined => {
  const values = leaf['values'] ?? []
  if (!Array.isArray(values)) return 'Values have to be a list.'
  if (values.length > valuesMax) return `A condition can have up to ${valuesMax} values.`
  return (
    problemOfCount(leaf['op'], values) ?? values.map((value) => problemOfValue(leaf, value)).find((found) => found !== undefined)
  )
}

const problemOfName = ({ field, name }: Node): string | undefined => {
  if (field !== 'source_field') return name === undefined ? undefined : 'Only a condition about a CRM field has a field name.'
  return name === undefined || problemOfText(name) !== undefined ? 'Choose the CRM field that has the source.' : undefined
}

const problemOfLeaf = (leaf: Node): string | undefined => {
  const { field, op } = leaf
  if (!isField(field)) return 'Choose what the condition is about.'
  const fitting: readonly unknown[] = leafOperators[field]
  if (!fitting.includes(op)) return `Use one of ${leafOperators[field].join(', ')} here.`
  return problemOfName(leaf) ?? problemOfValues(leaf)
}

interface Step {
  node: unknown
  path: (string | number)[]
  depth: number
}

const stepsInto = (node: Node, { path, depth }: Step): Step[] => {
  if ('not' in node) return [{ node: node['not'], path: [...path, 'not'], depth: depth + 1 }]
  const key = 'all' in node ? 'all' : 'any'
  const children = node[key]
  if (!Array.isArray(children)) return []
  return children.map((child: unknown, index) => ({ node: child, path: [...path, key, index], depth: depth + 1 }))
}

/** Checked before going into a group. Only the outermost group may be empty, and only as "all": everything. */
const problemOfGroup = (node: Node, { depth }: Step): string | undefined => {
  if (Object.keys(node).length > 1) return otherShape
  if (depth >= depthMax) return `Groups can be up to ${depthMax} deep.`
  const children = node['all'] ?? node['any']
  if (!Array.isArray(children)) return undefined
  if (children.length > leavesMax) return tooManyConditions
  const isEverything = depth === 0 && 'all' in node
  return children.length === 0 && !isEverything ? 'A group needs at least one condition.' : undefined
}

const tooMuchText = `All values of a filter together can have up to ${textMax.toLocaleString('en')} characters.`

/** Values that are no text are refused one by one. */
const sizeOf = (leaves: readonly Step[]): number =>
  leaves
    .flatMap(({ node }) => (node as Node)['values'] ?? [])
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

const isGroup = (node: Node): boolean => 'all' in node || 'any' in node || 'not' in node

const problemsOf = (found: { leaves: Step[]; group: FilterProblem | undefined }): FilterProblem[] => {
  if (found.group !== undefined) return [found.group]
  if (found.leaves.length > leavesMax) return [{ message: tooManyConditions, path: [] }]
  if (sizeOf(found.leaves) > textMax) return [{ message: tooMuchText, path: [] }]
  return found.leaves.flatMap(({ node, path }) => {
    const message = problemOfLeaf(node as Node)
    return message === undefined ? [] : [{ message, path }]
  })
}

/** The first limit that is exceeded, or what is wrong with each condition. Other shapes are left to the schema. */
export const filterProblems = (filter: unknown): FilterProblem[] => {
  const steps: Step[] = [{ node: filter, path: [], depth: 0 }]
  const leaves: Step[] = []
  let group: FilterProblem | undefined
  while (steps.length > 0 && group === undefined && leaves.length <= leavesMax) {
    const step = steps.pop()
    if (step === undefined || !isNode(step.node)) continue
    if (!isGroup(step.node)) {
      leaves.push(step)
      continue
    }
    const message = problemOfGroup(step.node, step)
    if (message !== undefined) group = { message, path: step.path }
    steps.push(...stepsInto(step.node, step).toReversed())
  }
  return problemsOf({ leaves, group })
}
