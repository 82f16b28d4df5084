import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { AreasView, type AreasViewProps } from './areas-view.tsx'

interface AreasDialogsProps extends Pick<AreasViewProps, 'me' | 'form' | 'onForm'> {
  open: boolean
  onClose: () => void
}

/** Business area management as a dialog of the chat. */
export function AreasDialogs({ open, onClose, ...view }: AreasDialogsProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('Business Area Management')} width={1000} large>
      <AreasView {...view} />
    </Modal>
  )
}
