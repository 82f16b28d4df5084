import { message, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { SaveFailure } from './use-area-editor.ts'

const nothingSaved = message('Nothing was saved.')

/** What happened to the input. The documents give the failure of a new area one sentence. */
const stepTexts: Partial<Record<SaveFailure['step'], Message>> = {
  basic: nothingSaved,
  tables: nothingSaved,
  joins: nothingSaved,
  access: nothingSaved,
  draft: nothingSaved,
  reload: message('Everything was saved.'),
}

interface FailureOfSavingProps {
  failure: SaveFailure
  isDirty: boolean
  onReload: () => void
}

/** Why and at which step saving stopped, and what to do if another user saved first. */
export function FailureOfSaving({ failure, isDirty, onReload }: FailureOfSavingProps) {
  const { t } = useTranslation()
  const { step, title, text } = failure
  const stepText = stepTexts[step]
  const hasTitle = text === '' || (stepText !== undefined && step !== 'basic' && step !== 'draft')
  return (
    <Note tone="danger" className="mt-4">
      {hasTitle && <p>{title}</p>}
      {text !== '' && <p>{text}</p>}
      {stepText !== undefined && <p className="text-meta">{translate(t, stepText)}</p>}
      {(failure.isOutdated || step === 'reload') && <ReloadButton isDirty={isDirty} onReload={onReload} />}
    </Note>
  )
}

/** Reloads the area; asks first if input would be lost. */
export function ReloadButton({ isDirty, onReload }: Pick<FailureOfSavingProps, 'isDirty' | 'onReload'>) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const reload = async () => {
    const text = t('Reload this business area? Your unsaved changes will be lost.')
    if (!isDirty || (await ask({ text, confirm: t('Reload'), danger: true }))) onReload()
  }
  return (
    <Button size="small" className="mt-2" onClick={() => void reload()}>
      {t('Reload')}
    </Button>
  )
}
