import type { AreaListItem } from '@parlance/contract'
import { Layers, Menu, PanelLeft, PencilRuler, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { HeaderActions } from '../../components/header-actions.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ChatHeaderProps {
  name: string
  area: AreaListItem | null
  /** Whether questions are asked in the draft of the area. */
  inDraft: boolean
  /** Whether the menu is next to the chat. */
  menuOpen: boolean
  onOpenMenu: () => void
}

export function ChatHeader({ name, area, inDraft, menuOpen, onOpenMenu }: ChatHeaderProps) {
  const { t } = useTranslation()
  return (
    <header className="flex h-(--header) flex-none items-center gap-2 border-b border-line pr-3 pl-4 max-md:h-13 max-md:px-2">
      {!menuOpen && (
        <Button kind="quiet" square aria-label={t('Open side menu')} onClick={onOpenMenu}>
          <Icon of={PanelLeft} className="max-md:hidden!" />
          <Icon of={Menu} className="md:hidden" />
        </Button>
      )}
      <h1 className="min-w-0 truncate text-sm font-semibold">{name === '' ? t('Chat') : <bdi>{name}</bdi>}</h1>
      {area !== null && (
        <Badge className="max-md:hidden!">
          <Icon of={Layers} />
          <bdi>{area.area_name}</bdi>
        </Badge>
      )}
      {inDraft && (
        <Badge tone="warning" title={t('Questions are asked in the draft of the business area.')}>
          <Icon of={PencilRuler} />
          {t('Draft')}
        </Badge>
      )}
      <span className="min-w-0 flex-1" />
      <HeaderActions />
      <ActionButton action={actions.newConversation} icon={Plus} kind="quiet" square className="md:hidden" />
    </header>
  )
}
