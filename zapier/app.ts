// Tributary's app for Zapier, as its CLI loads it: docs/zapier.md
import { authentication } from './authentication.ts'
import { explainFailure } from './calls.ts'
import { sendEvent } from './send-event.ts'
import { newLead } from './new-lead.ts'

export default {
  version: '1.0.0',
  platformVersion: '19.1.0',
  authentication,
  afterResponse: [explainFailure],
  triggers: { new_lead: newLead },
  creates: { send_event: sendEvent },
}
