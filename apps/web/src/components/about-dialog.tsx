import { productVersion } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { currentYear } from '../lib/format.ts'
import { LogoMark, wordmarkClass } from '../ui/logo.tsx'
import { Modal } from '../ui/modal.tsx'

export function AboutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('About')} width={420}>
      <div className="grid justify-items-center gap-1.5 pt-2 pb-1 text-center [&>svg]:size-12">
        <LogoMark />
        <p className={wordmarkClass}>Parlance</p>
        <p className="tabular-nums text-muted">{t('Version {version}', { version: productVersion })}</p>
        <p className="mt-2 max-w-[36ch]">{t('Ask your databases in plain language, and see exactly what was done.')}</p>
        <p className="text-meta text-faint">{t('© {year} Parlance. Apache-2.0 license.', { year: currentYear() })}</p>
      </div>
    </Modal>
  )
}
