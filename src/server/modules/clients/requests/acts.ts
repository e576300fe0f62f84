import { defineActs } from '../../acts/model.ts'

/** Notifications among staff, without emails. */
export const acts = defineActs({
  'request.role': { notify: { kind: 'staff.wants_role', to: ['staff'] } },
  'request.ownership': { notify: { kind: 'staff.wants_owner', to: ['staff'] } },
  'request.closing': { notify: { kind: 'staff.wants_closing', to: ['staff'] } },
  'request.invitation': { notify: { kind: 'staff.wants_invitation', to: ['staff'] } },
  'request.approved': { notify: { kind: 'staff.approved', to: ['user'] } },
  'request.declined': { notify: { kind: 'staff.declined', to: ['user'] } },
})
