/** The product's name next to its logo, and where it is a title. */
export const wordmarkClass = 'text-[17px] font-semibold tracking-[-0.022em] text-ink'

/** The link to the home page around the logo. */
export const brandClass = 'inline-flex items-center gap-2 hover:no-underline'

/** The logo with the product's name. */
export function Logo() {
  return (
    <>
      <LogoMark />
      <span className={wordmarkClass}>Parlance</span>
    </>
  )
}

export function LogoMark() {
  return (
    <svg className="size-6 flex-none" viewBox="0 0 24 24" aria-hidden="true">
      <path
        className="fill-accent"
        d="M5.500 2h13A3.500 3.500 0 0 1 22 5.500v9a3.500 3.500 0 0 1-3.500 3.500H11l-5.200 4.100c-.5.400-1.300 0-1.300-.6V18A3.500 3.500 0 0 1 2 14.500v-9A3.500 3.500 0 0 1 5.500 2z"
      />
      <path
        className="fill-none stroke-(--on-accent) stroke-[1.6] [stroke-linecap:round]"
        d="M6 7.400h12M10 7.400v6.800"
      />
      <rect className="fill-(--on-accent)" x="12.300" y="10" width="5.700" height="1.700" rx=".85" />
      <rect className="fill-(--on-accent)" x="12.300" y="13" width="3.600" height="1.700" rx=".85" />
    </svg>
  )
}
