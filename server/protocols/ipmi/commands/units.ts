/** Base units of sensors by number (IPMI 2.0, table 43-15), in the symbols people use. */
const symbols = (
  ',°C,°F,K,V,A,W,J,C,VA,nt,lm,lx,cd,kPa,psi,N,cfm,rpm,Hz,µs,ms,s,min,h,d,week,mil,in,ft,in³,ft³,mm,cm,m,cm³,m³,l,fl oz,rad,sr,' +
  'rev,cycles,g,oz,lbf·in,oz·in,G,Gs,H,mH,F,µF,Ω,S,mol,Bq,ppm,,dB,dBA,dBC,Gy,Sv,K,bit,kbit,Mbit,Gbit,B,kB,MB,GB,word,dword,' +
  'qword,line,hit,miss,retry,reset,overrun,underrun,collision,packet,message,character,error,correctable error,' +
  'uncorrectable error,fatal error,g'
).split(',')

const rates = ['', 'µs', 'ms', 's', 'min', 'h', 'd', ''] as const

/**
 * The unit of a sensor from its three unit bytes (43.1): `rpm`, `V`, `W/min`, `%`; empty for numbers without one.
 * @param flags analog format, rate, modifier and percentage
 */
export function unitOf(flags: number, base: number, modifier: number): string {
  const main = symbols[base] ?? ''
  const other = symbols[modifier] ?? ''
  const how = (flags >> 1) & 3
  const joined = how === 1 && other ? `${main}/${other}` : how === 2 && other ? `${main}·${other}` : main
  const rate = rates[(flags >> 3) & 7]
  const withRate = rate ? `${joined}/${rate}` : joined
  return (flags & 1) !== 0 ? `%${withRate && ` ${withRate}`}` : withRate
}
