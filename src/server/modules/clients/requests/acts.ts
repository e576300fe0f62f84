import { defineActs } from '../../acts/model.ts'

/** Notifications among staff, without emails. */
export const acts = defineActs({
  'request.role': { notify: { kind: 'staff.wants_role', to: ['admins'] } },
  'request.ownership': { notify: { kind: 'staff.wants_owner', to: ['admins'] } },
  'request.closing': { notify: { kind: 'staff.wants_closing', to: ['admins'] } },
  'request.invitation': { notify: { kind: 'staff.wants_invitation', to: ['admins'] } },
  'request.approved': { notify: { kind: 'staff.approved', to: ['user'] } },
  'request.declined': { notify: { kind: 'staff.declined', to: ['user'] } },
})
