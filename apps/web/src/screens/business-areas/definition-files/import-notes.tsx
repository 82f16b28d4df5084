import { message, type ImportNoteEffect, type Message, type WireImportNote } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import { translate, translateText } from '../../../lib/i18n.ts'

const effects: Record<ImportNoteEffect, Message> = {
  left_out: message('Left out'),
  part_left_out: message('Partly left out'),
  assumed: message('Assumed'),
}

/** What of a file does not fit, with its place and the reason. */
export function ImportNotes({ notes }: { notes: readonly WireImportNote[] }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="font-semibold">
        {t('What does not fit')}
      </h3>
      <ul className="grid divide-y divide-line rounded-control border border-line">
        {notes.map(({ place, effect, message: text, pattern, values }, at) => (
          <li key={`${at} ${place.path}`} className="grid min-w-0 gap-1 px-3 py-2">
            <span className="flex flex-wrap items-baseline gap-2">
              <Badge>{translate(t, effects[effect])}</Badge>
              <span className="text-meta text-muted">{t('Line {line, number}', { line: place.line })}</span>
              <code className="text-[13px] wrap-anywhere">{place.path}</code>
            </span>
            <span className="wrap-anywhere whitespace-pre-line">{translateText(text, pattern, values)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
