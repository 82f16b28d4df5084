/**
 * A property's description, and examples if its type doesn't give one. The last example becomes part of the example of the
 * whole, so it fits those of the other properties.
 */
export type PropertyText = string | readonly [description: string, ...examples: unknown[]]

/** What the API's description says about a component. */
export interface SchemaText {
  description: string
  /** Components whose texts apply to properties that have none here. */
  like?: readonly string[]
  /** Texts by property. Properties of inner objects have a path, such as `changed.tables.table`. */
  properties?: Readonly<Record<string, PropertyText>>
  /** An example of the whole, where the examples of all properties don't go together. */
  example?: unknown
}

export type SchemaTexts = Readonly<Record<string, SchemaText>>
