import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Chat } from '../state/use-chat.ts'

/** What administrators do with the selected area; nothing can be changed or deleted where none is selected. */
export function AreaButtons({ chat, onOpen }: { chat: Chat; onOpen: (form: string) => void }) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  const area = chat.area !== null && chat.area.can_edit ? chat.area : null
  const remove = async () => {
    if (area === null) return
    setDeleting(true)
    await chat.removeArea(area)
    setDeleting(false)
  }
  return (
    <span className="area-acts">
      <Button
        kind="quiet"
        size="small"
        square
        aria-label={t('Add business area')}
        title={t('Add business area')}
        onClick={() => onOpen('new')}
      >
        <Icon of={Plus} small />
      </Button>
      <Button
        kind="quiet"
        size="small"
        square
        aria-label={t('Edit business area')}
        title={t('Edit business area')}
        disabled={area === null}
        onClick={() => area !== null && onOpen(area.area_id)}
      >
        <Icon of={Pencil} small />
      </Button>
      <Button
        kind="quiet"
        size="small"
        square
        aria-label={t('Delete business area')}
        title={t('Delete business area')}
        disabled={area === null || isDeleting}
        onClick={() => void remove()}
      >
        <Icon of={Trash2} small />
      </Button>
    </span>
  )
}
