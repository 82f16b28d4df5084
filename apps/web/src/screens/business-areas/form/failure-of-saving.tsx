import { message, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { SaveFailure } from './use-area-editor.ts'

/** What happened to the other steps; a single request has nothing to add. */
const stepTexts: Partial<Record<SaveFailure['step'], Message>> = {
  basic: message('Nothing was saved.'),
  tables: message('The basic information and security rules were saved. The tables and relationships were not.'),
  joins: message('The basic information, security rules, and tables were saved. The relationships were not.'),
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
  const stepText = stepTexts[failure.step]
  return (
    <Note tone="danger">
      <p>{failure.text}</p>
      {stepText !== undefined && <p className="meta">{translate(t, stepText)}</p>}
      {failure.isOutdated && <ReloadButton isDirty={isDirty} onReload={onReload} />}
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
