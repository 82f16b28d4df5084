import type { Area, ListedUser } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, transferArea } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useMessage } from '../../../components/use-message.ts'
import { UserSelectDialog } from './user-select-dialog.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'

interface OwnerLineProps {
  area: Area
  isAdmin: boolean
  onTransferred: (area: Area) => void
}

/** The owner of the area; an administrator can transfer it to another user. */
export function OwnerLine({ area, isAdmin, onTransferred }: OwnerLineProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { message, success, failure } = useMessage()
  const [isChoosing, setChoosing] = useState(false)
  const owner = area.is_owner ? t('You') : area.owner_name
  if (owner === null && !isAdmin) return null
  const transfer = async ([user]: ListedUser[]) => {
    if (user === undefined) return false
    try {
      onTransferred(await transferArea(area.area_id, user.user_id))
      success(t('Ownership transferred.'))
    } catch (error) {
      failure(describeError(error, t('Could not transfer ownership. Try again.')))
    } finally {
      await queryClient.invalidateQueries({ queryKey: areasKey })
    }
    return true
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2">
      <p className="text-meta text-muted min-w-0 flex-1">
        {t('Owner:')} <bdi>{owner ?? t('None')}</bdi>
      </p>
      {isAdmin && (
        <Button size="small" kind="quiet" onClick={() => setChoosing(true)}>
          {t('Transfer ownership')}
        </Button>
      )}
      <LiveRegion className="w-full">{message !== null && <Note tone={message.tone}>{message.text}</Note>}</LiveRegion>
      {isChoosing && (
        <UserSelectDialog
          title={t('Transfer ownership')}
          confirm={t('Transfer ownership')}
          isLeftOut={(user) => user.user_id === area.user_id}
          onChoose={transfer}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
