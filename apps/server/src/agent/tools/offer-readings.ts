import { formatMessage, message } from '@parlance/contract'
import { z } from 'zod'
import { proveReadings } from '../prove-readings.ts'
import { defineTool, shortText, sqlText } from './tool.ts'

const inputSchema = z.object({
  question: shortText(500),
  readings: z
    .array(z.object({ label: z.string().min(1).max(120), question: z.string().min(1).max(1_000), sql_query: sqlText }))
    .min(2)
    .max(4),
})

/** The question to ask if the model's own words can't be shown. */
export const askedBack = message('Which of these did you mean?')

/** Asks the user to choose. Readings become buttons only if their SQL is proven and differs. */
export const offerReadings = defineTool<z.infer<typeof inputSchema>>({
  name: 'offer_readings',
  description:
    'Asks the user which of two to four readings they mean. Each has a short label, the full question, and its SQL.',
  parameters: { question: 'text', readings: 'readings' },
  inputSchema,
  execute: async ({ question, readings }, turn) => {
    const wanted = readings.map(({ sql_query: sql, ...reading }) => ({ reading, sql }))
    const offered = await proveReadings(wanted, turn)
    if (offered.length < 2) {
      const error = formatMessage(
        message('These readings do not lead to two different working queries. Choose one and call execute_sql_query.'),
      )
      return { response: { success: false, error }, forModel: { success: false, error } }
    }
    const asked = question ?? formatMessage(askedBack)
    return {
      response: { success: true, message: asked, readings: offered },
      forModel: { success: true },
      choice: { question: question ?? null, readings: offered },
    }
  },
})
