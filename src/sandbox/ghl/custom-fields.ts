// Custom fields of a location, and their values.
import type { PlainOpportunity, PlainContact } from '../kit/vendor.ts'

const day = 86_400_000

const heard = { id: 'f0HeardAboutUs000001', name: 'Heard about us', fieldKey: 'contact.heard_about_us', dataType: 'TEXT' }
const interests = { id: 'f0Interests000000002', name: 'Interests', fieldKey: 'contact.interests', dataType: 'CHECKBOX' }
const visits = { id: 'f0Visits000000000003', name: 'Visits', fieldKey: 'contact.visits', dataType: 'NUMERICAL' }

const project = { id: 'f1Project00000000001', name: 'Project', fieldKey: 'opportunity.project', dataType: 'TEXT' }
const steps = { id: 'f1Steps0000000000002', name: 'Steps', fieldKey: 'opportunity.steps', dataType: 'NUMERICAL' }
const extras = { id: 'f1Extras000000000003', name: 'Extras', fieldKey: 'opportunity.extras', dataType: 'CHECKBOX' }
const begins = { id: 'f1Begins000000000004', name: 'Begins', fieldKey: 'opportunity.begins', dataType: 'DATE' }
const branch = { id: 'f1Branch000000000005', name: 'Branch', fieldKey: 'opportunity.branch', dataType: 'SINGLE_OPTIONS' }

const ofModel = (model: string, fields: readonly (typeof heard)[], locationId: string) =>
  fields.map((field, position) => ({ ...field, position, model, locationId }))

/** Those of contacts by default. */
export const customFieldsOf = (locationId: string, model = 'contact') => [
  ...(model === 'opportunity' ? [] : ofModel('contact', [heard, interests, visits], locationId)),
  ...(model === 'contact' ? [] : ofModel('opportunity', [project, steps, extras, begins, branch], locationId)),
]

/** One name for values of every kind. */
export const contactValues = ({ source, tags, utm }: PlainContact): { id: string; value: unknown }[] => [
  ...(source === '' ? [] : [{ id: heard.id, value: source }]),
  ...(tags.length === 0 ? [] : [{ id: interests.id, value: tags }]),
  ...(utm === null ? [] : [{ id: visits.id, value: 1 + tags.length }]),
]

/** In a search the name includes the kind of the value; one of five has it as documented, and one of five has none. */
export const opportunityValues = (id: string, { name, path, createdAt, source }: PlainOpportunity): object[] => {
  const forms = [
    [],
    [{ id: project.id, fieldValueString: name, type: 'string' }],
    [{ id: steps.id, fieldValueNumber: path.length, type: 'number' }],
    [
      { id: extras.id, fieldValueArray: ['Delivery', 'Assembly'], type: 'array' },
      { id: begins.id, fieldValueDate: createdAt - (createdAt % day), type: 'date' },
    ],
    [{ id: branch.id, fieldValue: source }],
  ]
  return forms[id.charCodeAt(1) % forms.length] ?? []
}
