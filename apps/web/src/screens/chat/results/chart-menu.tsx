import { Menu } from '@base-ui/react/menu'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pngOf, saveChart } from '../../../lib/charts/chart-file.ts'
import { pictureOf, type ChartPicture } from '../../../lib/charts/chart-picture.ts'
import { copyPng } from '../../../lib/copy-text.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { useNotices } from '../../../ui/notices.tsx'

/** Copies a chart as a picture, or saves it. */
export function ChartMenu({ picture }: { picture: ChartPicture }) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const copy = async () => {
    try {
      await copyPng(async () => pngOf(await pictureOf(picture)))
      show(t('Copied the chart as an image.'))
    } catch {
      show(t('The browser did not copy the image. Save it as a file instead.'), 'danger')
    }
  }
  const save = async (format: 'svg' | 'png') => {
    try {
      await saveChart(await pictureOf(picture), format)
    } catch {
      show(t('Could not save the chart. Try again.'), 'danger')
    }
  }
  const label = t('Copy or save chart')
  return (
    <Menu.Root>
      <Menu.Trigger
        className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
        aria-label={label}
        title={label}
      >
        <Icon of={Download} />
      </Menu.Trigger>
      <MenuPopup side="bottom" align="end">
        <MenuItem onClick={() => void copy()}>{t('Copy as an image')}</MenuItem>
        <MenuItem onClick={() => void save('png')}>{t('Image (.png)')}</MenuItem>
        <MenuItem onClick={() => void save('svg')}>{t('Vector image (.svg)')}</MenuItem>
      </MenuPopup>
    </Menu.Root>
  )
}
