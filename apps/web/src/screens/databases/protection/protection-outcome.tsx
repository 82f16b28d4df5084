import { useTranslation } from 'react-i18next'
import { FoldedSentences } from '../../../components/folded-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { Outcome } from './use-change-protection.ts'

const effectsShown = 5

/** The effect of a change on the areas; it stays until dismissed. */
export function ProtectionOutcome({ outcome, onDismiss }: { outcome: Outcome; onDismiss: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone={outcome.tone}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p>{outcome.text}</p>
          {outcome.effects.length > 0 && <FoldedSentences items={outcome.effects} shown={effectsShown} />}
        </div>
        <Button size="small" kind="quiet" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      </div>
    </Note>
  )
}
