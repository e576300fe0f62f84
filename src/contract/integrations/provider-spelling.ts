// How types of vendors are spelled, for both sides. The browser loads this file completely, so it is separate.

/** `hubspot`, `active_campaign`: words joined by underscores. */
export const vendorTypeForm = /^(?=.{1,40}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

/** "active campaign" and "Active-Campaign" mean `active_campaign`. */
export const plainType = (text: string): string => text.trim().toLowerCase().replaceAll(/[ +-]/g, '_')

/** As the specification writes it: "active campaign", "microsoft dynamics". */
export const specifiedName = (type: string): string => type.replaceAll('_', ' ')
