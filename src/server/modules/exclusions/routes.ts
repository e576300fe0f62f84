import { changeExclusionTag, excludeContacts, includeContact, listExclusions } from '#contract/exclusions.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as exclusions from './service.ts'

export const exclusionRoutes = (dispatcher: Dispatcher): Served[] => [
  serve(listExclusions, ({ query }, context) => exclusions.listExclusions(context, query)),
  serve(changeExclusionTag, ({ body }, context) => exclusions.changeTag(context, dispatcher, body.tag)),
  serve(excludeContacts, ({ body }, context) => exclusions.excludeContacts(context, dispatcher, body.contactIds)),
  serve(includeContact, ({ params }, context) => exclusions.includeContact(context, dispatcher, params.id)),
]
