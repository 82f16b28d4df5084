import { productVersion } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { currentYear } from '../lib/format.ts'
import { LogoMark } from '../ui/logo.tsx'
import { Modal } from '../ui/modal.tsx'

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('About')} width={420}>
      <div className="about">
        <LogoMark />
        <p className="wordmark">Parlance</p>
        <p className="tabular-nums muted">{t('Version {version}', { version: productVersion })}</p>
        <p>{t('Ask your databases in plain language, and see exactly what was done.')}</p>
        <p className="meta faint">{t('© {year} Parlance. Apache-2.0 license.', { year: currentYear() })}</p>
      </div>
    </Modal>
  )
}
