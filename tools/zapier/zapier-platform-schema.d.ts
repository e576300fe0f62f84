// The package has no types.
declare module 'zapier-platform-schema' {
  interface Validation {
    errors: readonly { stack: string }[]
  }
  export const validateAppDefinition: (app: object) => Validation
}
