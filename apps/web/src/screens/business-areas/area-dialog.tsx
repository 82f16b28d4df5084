import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { areaQuery } from '../../api/areas.ts'
import { Modal } from '../../ui/modal.tsx'
import { AreaEditor, type AreaSurroundings } from './editor/area-editor.tsx'
import { OpenArea } from './editor/opened-area.tsx'
import { EnhancedLayoutProvider, useEnhancedLayout } from './form/enhanced-layout.tsx'

/** In pixels; `enhanced` is used while an advanced builder is open. */
const widths = { plain: 700, enhanced: 800 }

const dialogClass = cn(
  'h-[calc(100dvh-32px)]',
  'max-md:h-dvh max-md:max-h-dvh max-md:w-screen! max-md:max-w-none max-md:rounded-none max-md:border-0',
  // Wide screens show who will see what beside the dialog. The scrim of a dialog above this one covers it, too.
  'min-[1240px]:has-data-beside-dialog:left-[calc(50%-196px)]',
  'min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:absolute min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:-inset-y-px min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:left-[calc(100%+12px)] min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:z-4 min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:w-95 min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:rounded-dialog min-[1240px]:has-data-beside-dialog:data-nested-dialog-open:before:bg-(--scrim)',
)

export interface AreaDialogProps extends AreaSurroundings {
  /** 'new', the id of an area, or undefined for none. */
  form: string | undefined
  /** Whether this user may edit the area according to the list; sets the title until the area is loaded. */
  canEdit: boolean
}

/** The one dialog to create, edit or view a business area. */
export function AreaDialog(props: AreaDialogProps) {
  const { t } = useTranslation()
  const { form, onClose } = props
  const { isEnhanced, count } = useEnhancedLayout()
  // Read only from the cache; the content of the dialog loads it.
  const loaded = useQuery({ ...areaQuery(form ?? ''), enabled: false }).data
  const canEdit = loaded?.can_edit ?? props.canEdit
  return (
    <Modal
      open={form !== undefined}
      onClose={onClose}
      title={titleOf(form, canEdit, t)}
      width={isEnhanced ? widths.enhanced : widths.plain}
      className={cn(dialogClass, isEnhanced && '[--tables-height:200px]')}
      bodyClassName="flex-1 pt-0 max-md:px-4"
    >
      <EnhancedLayoutProvider count={count}>
        {form !== undefined && (
          <OpenArea key={form} areaId={form} me={props.me}>
            {(opened) => <AreaEditor {...props} {...opened} />}
          </OpenArea>
        )}
      </EnhancedLayoutProvider>
    </Modal>
  )
}

function titleOf(form: string | undefined, canEdit: boolean, t: TFunction): string {
  if (form === 'new') return t('Create New Business Area')
  return canEdit ? t('Edit Business Area') : t('View Business Area')
}
