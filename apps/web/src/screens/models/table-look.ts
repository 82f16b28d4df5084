/** The table of costs and the one of prices. They scroll sideways, so that rows stay one line high. */
export const tableLook =
  'w-full border-collapse text-(length:--text-dense) leading-5 [&_td]:border-b [&_td]:border-line [&_td]:py-[7px] [&_td]:pr-4 [&_td]:align-top [&_td]:whitespace-nowrap [&_th]:border-b [&_th]:border-line [&_th]:py-[7px] [&_th]:pr-4 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:whitespace-nowrap [&_thead_th]:border-line-strong [&_thead_th]:font-medium [&_thead_th]:text-faint [&_tbody_th]:wrap-anywhere [&_tfoot_td]:border-b-0 [&_tfoot_td]:font-semibold [&_tfoot_th]:border-b-0 [&_tfoot_th]:font-semibold'
/** A cell with a number. */
export const numberLook = 'text-right! tabular-nums last:pr-0!'
