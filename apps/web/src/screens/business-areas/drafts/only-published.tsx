import { message, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { AreaTab } from '../../../lib/area-tabs.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

/** Why a tab has no draft. Changes on the others are published with the draft. */
const texts: Partial<Record<AreaTab, Message>> = {
  tables: message('The list of tables has no draft. Changes of it apply at once, also to the draft.'),
  rows: message('Row rules have no draft. Changes of them apply at once, also to the draft.'),
  masks: message('Column masks have no draft. Changes of them apply at once, also to the draft.'),
  access: message('Access has no draft. Changes of it apply at once, also to the draft.'),
}

/** Whether a tab is only for the published area. */
export function isOnlyPublished(tab: AreaTab): boolean {
  return texts[tab] !== undefined
}

/** What a tab without a draft shows while the draft is open. */
export function OnlyPublished({ tab, onOpen }: { tab: AreaTab; onOpen: () => void }) {
  const { t } = useTranslation()
  const text = texts[tab]
  if (text === undefined) return null
  return (
    <Note tone="info" className="mt-4">
      <p>{translate(t, text)}</p>
      <Button size="small" className="mt-2" onClick={onOpen}>
        {t('Edit the published area')}
      </Button>
    </Note>
  )
}
