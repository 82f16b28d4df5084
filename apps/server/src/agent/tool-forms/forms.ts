import type { ToolForm } from '../../models/traits.ts'
import type { WrittenForm } from './form.ts'
import { schemaForm } from './schema-form.ts'
import { textForm } from './text-form.ts'

/** The forms for models that cannot call tools by their vendor's protocol. */
export const writtenForms = { schema: schemaForm, text: textForm } satisfies Record<
  Exclude<ToolForm, 'tools'>,
  WrittenForm
>
