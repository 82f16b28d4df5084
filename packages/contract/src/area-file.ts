import { z } from 'zod'
import { areaFields, fieldsWith } from './area-fields.ts'
import type { AreaField, FieldsWith } from './area-fields.ts'
import { evaluationLimits } from './evaluation-runs.ts'
import { evaluationSetOfFileSchema } from './evaluation.ts'
import { areaNameSchema, createAreaRequestSchema } from './areas.ts'

type FieldOfFile = FieldsWith<typeof areaFields, { inFile: true }>

const outside = fieldsWith(areaFields, { inFile: false }).map((name) => [name, true])

/** An exported area. POST /api/v1/business-areas/import treats it like user input. */
export const areaFileSchema = z.strictObject({
  format: z.literal('parlance-business-area'),
  format_version: z.literal(1),
  area: createAreaRequestSchema.omit({
    is_default: true,
    access: true,
    ...(Object.fromEntries(outside) as Record<Exclude<AreaField, FieldOfFile>, true>),
  }),
  /** Question sets of its evaluation. Expected rows, and SQL with values that the question does not name, stay out. */
  evaluation: z.array(evaluationSetOfFileSchema).max(evaluationLimits.sets).optional(),
})
export type AreaFile = z.infer<typeof areaFileSchema>

export const importAreaRequestSchema = z.strictObject({
  application_id: z.string().min(1).max(200),
  /** Replaces the name in the file. */
  area_name: areaNameSchema.optional(),
  file: areaFileSchema,
})
