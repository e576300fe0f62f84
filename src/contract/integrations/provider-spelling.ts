// How types of vendors are spelled, for both sides. Reaches the browser whole, hence apart.

/** `hubspot`, `active_campaign`: words with one line between. */
export const vendorTypeForm = /^(?=.{1,40}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

/** "active campaign" and "Active-Campaign" mean what is called `active_campaign` here. */
export const plainType = (text: string): string => text.trim().toLowerCase().replaceAll(/[ +-]/g, '_')

/** As the specification writes it: "active campaign", "microsoft dynamics". */
export const specifiedName = (type: string): string => type.replaceAll('_', ' ')
