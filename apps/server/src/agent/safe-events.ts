import { withoutHiddenSigns } from '@parlance/contract'
import type { Emit } from './contract.ts'

/** Emits what is said without the signs that no one sees: a cell or a model must not turn a sentence round. Rows stay. */
export function withSafeTexts(emit: Emit): Emit {
  return (body) => {
    const { content } = body
    if (content === undefined) return emit(body)
    const parts = content.parts.map((part) =>
      'text' in part ? { ...part, text: withoutHiddenSigns(part.text) } : part,
    )
    emit({ ...body, content: { ...content, parts } })
  }
}
