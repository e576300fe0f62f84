import { defineActs } from '../../acts/model.ts'

export const acts = defineActs({
  'contacts.exported': { audit: { object: 'contact' } },
})
