import type { Group, GroupDeletion } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteGroup, groupDeletionQuery, groupsKey } from '../../../api/groups.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

interface DeleteGroupDialogProps {
  /** Null for a closed dialog. */
  group: Group | null
  onClose: () => void
  onDeleted: () => void
}

/** Says what the members of a group lose, and deletes the group. */
export function DeleteGroupDialog({ group, onClose, onDeleted }: DeleteGroupDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open={group !== null} onClose={onClose} title={t('Delete group')} width={560}>
      {group !== null && <Losses group={group} onClose={onClose} onDeleted={onDeleted} />}
    </Modal>
  )
}

function Losses({ group, onClose, onDeleted }: DeleteGroupDialogProps & { group: Group }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const lost = useQuery(groupDeletionQuery(group.group_id))
  const remove = useMutation({
    mutationFn: () => deleteGroup(group.group_id),
    onSuccess: async () => {
      onDeleted()
      await queryClient.invalidateQueries({ queryKey: [...groupsKey, 'page'] })
    },
  })
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        {t('Delete the group {name}? Its users stay. This cannot be undone.', { name: group.name })}
      </p>
      {lost.isError && (
        <Note tone="danger">{describeError(lost.error, t('Could not read what the members lose.'))}</Note>
      )}
      {lost.data !== undefined && <LossList lost={lost.data} />}
      {remove.isError && (
        <Note tone="danger">{describeError(remove.error, t('Could not delete the group. Try again.'))}</Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="danger" disabled={lost.data === undefined || remove.isPending} onClick={() => remove.mutate()}>
          {t('Delete group')}
        </Button>
      </ModalFoot>
    </div>
  )
}

function LossList({ lost }: { lost: GroupDeletion }) {
  const { t } = useTranslation()
  const places = [...lost.databases, ...lost.business_areas]
  if (places.length + lost.attributes.length + lost.limit_user_count === 0) {
    return <p>{t('The members lose nothing.')}</p>
  }
  return (
    <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
      {places.map(({ name, user_count: n }) => (
        <li key={name}>{t('{n, plural, one {# user loses} other {# users lose}} access to {name}.', { n, name })}</li>
      ))}
      {lost.attributes.map(({ name, user_count: n }) => (
        <li key={name}>
          {t('{n, plural, one {# user loses} other {# users lose}} the attribute {name}.', { n, name })}
        </li>
      ))}
      {lost.limit_user_count > 0 && (
        <li>{t('{n, plural, one {# user gets} other {# users get}} another limit.', { n: lost.limit_user_count })}</li>
      )}
    </ul>
  )
}
