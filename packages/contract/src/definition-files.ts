import { z } from 'zod'
import { areaColumnHintSchema, areaJoinSchema, areaTableInputSchema, areaTextLimits } from './areas.ts'
import {
  definedColumnSchema,
  dimensionSchema,
  metricSchema,
  namedFilterSchema,
  valueSynonymSchema,
} from './definitions.ts'
import { plainText } from './text.ts'
import { patternFields } from './wire-message.ts'

/** Formats that definitions come in from, and their versions. */
export const definitionFileFormats = {
  ossie: { title: 'Apache Ossie', version: '0.2.0.dev0' },
  dbt: { title: 'dbt semantic manifest', version: 'dbt-semantic-interfaces 0.9' },
} as const
const definitionFileFormatSchema = z.enum(['ossie', 'dbt'])
export type DefinitionFileFormat = z.infer<typeof definitionFileFormatSchema>

/** The largest file in bytes. */
export const maxDefinitionFileBytes = 5_000_000

const tableHintSchema = areaTableInputSchema.pick({ table_name: true, description: true, synonyms: true })
const columnHintSchema = areaColumnHintSchema.extend({ table_name: areaTableInputSchema.shape.table_name })

/** What a file can say, by kind. Each is one choice of the user. */
const portableValues = {
  metric: metricSchema,
  dimension: dimensionSchema,
  filter: namedFilterSchema,
  time_column: definedColumnSchema,
  value_synonym: valueSynonymSchema,
  relationship: areaJoinSchema,
  table: tableHintSchema,
  column: columnHintSchema,
  description: plainText(areaTextLimits.description)
    .regex(/\S/)
    .meta({ examples: ['What customers order'] }),
  instructions: plainText(areaTextLimits.instructions)
    .regex(/\S/)
    .meta({ examples: ['Amounts are in euros.'] }),
  synonyms: z
    .array(plainText(200).trim().min(1))
    .max(areaTextLimits.synonyms)
    .meta({ examples: [['sales']] }),
} as const
export type PortableKind = keyof typeof portableValues

function portable<K extends PortableKind>(kind: K) {
  return z.object({ kind: z.literal(kind), value: portableValues[kind] })
}

/** One thing that a file says, such as a metric. */
export const portableItemSchema = z.discriminatedUnion('kind', [
  portable('metric'),
  portable('dimension'),
  portable('filter'),
  portable('time_column'),
  portable('value_synonym'),
  portable('relationship'),
  portable('table'),
  portable('column'),
  portable('description'),
  portable('instructions'),
  portable('synonyms'),
])
export type PortableItem = z.infer<typeof portableItemSchema>

/** Where something is in a file. */
export const filePlaceSchema = z.object({ path: z.string(), line: z.number() })

/** What the area would have after an import, compared with now. */
const changeSchema = z.enum(['added', 'changed', 'unchanged'])

export const importConflictSchema = z.object({ message: z.string(), ...patternFields })

/** Something that a file says, compared with what the area has. */
export const proposedItemSchema = z.object({
  item: portableItemSchema,
  /** What the area has now. Null if it has nothing of this name. */
  before: portableItemSchema.nullable(),
  place: filePlaceSchema,
  change: changeSchema,
  /** What taking it would affect, for example a formula that uses the metric. */
  conflicts: z.array(importConflictSchema),
})
export type ProposedItem = z.infer<typeof proposedItemSchema>

/**
 * Whether something of the file does not come in at all, comes in without a part, or was understood in one of several
 * ways.
 */
export const importNoteEffects = ['left_out', 'part_left_out', 'assumed'] as const
export type ImportNoteEffect = (typeof importNoteEffects)[number]
export const importNoteSchema = z.object({
  place: filePlaceSchema,
  effect: z.enum(importNoteEffects),
  message: z.string(),
  ...patternFields,
})
export type WireImportNote = z.infer<typeof importNoteSchema>

/** POST /api/v1/business-areas/{id}/definitions/import: stores nothing. */
export const importDefinitionsRequestSchema = z.strictObject({ content: z.string().min(1).max(maxDefinitionFileBytes) })
export const importDefinitionsResponseSchema = z.object({
  format: definitionFileFormatSchema,
  items: z.array(proposedItemSchema),
  /** What does not fit, in the order of the file. */
  notes: z.array(importNoteSchema),
})
export type ImportedDefinitions = z.infer<typeof importDefinitionsResponseSchema>
