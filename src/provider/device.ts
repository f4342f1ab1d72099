import type { JsonValue } from '../core/json.ts';

/**
 * The service’s report about a device (interface sections 2.1, BASIC, and 2.2, FULL), read
 * leniently.
 */
export interface Device {
  /** FULL if the response has `imei_parts` or `info`. */
  readonly level: 'BASIC' | 'FULL';
  /** The IMEI as the service wrote it; some digits may be masked. */
  readonly imei?: string;
  readonly brand?: string;
  readonly model?: string;
  readonly parts?: DeviceParts;
  readonly info?: DeviceInfo;
  /** Top-level fields that are unknown, or of an unexpected type. */
  readonly other: Readonly<Record<string, JsonValue>>;
}

/** `imei_parts`: the older division of an IMEI, with a final assembly code. */
export interface DeviceParts {
  readonly tac?: string;
  readonly fac?: string;
  readonly snr?: string;
  readonly cd?: string;
}

/**
 * `info`. Its fields have their names on the wire, and each may be absent. The pairs that the wire
 * has as lists, such as `battery`, are objects here. The interface states no units.
 */
export interface DeviceInfo {
  readonly weight?: number;
  readonly battery?: { readonly type?: string; readonly capacity?: number };
  readonly qwerty?: boolean;
  readonly year?: { readonly year?: string; readonly month?: string };
  readonly talk_time_umts?: number;
  readonly stand_by?: number;
  readonly touch_scr?: boolean;
  readonly size?: {
    readonly width?: number;
    readonly height?: number;
    readonly thickness?: number;
  };
  readonly wifi_hotspot?: boolean;
  readonly cpu_clock?: number;
  readonly other_band?: readonly string[];
  readonly build?: string;
  readonly tel_func?: boolean;
  readonly lan?: boolean;
  readonly talk_time?: number;
  readonly int_memory?: string;
  readonly gsm_band?: readonly string[];
  readonly memory_card?: { readonly type?: string; readonly size?: number };
  readonly umts_band?: readonly string[];
  readonly hsdpa_band?: readonly string[];
  readonly display?: {
    readonly type?: string;
    /** `color: [boolean, string]`: whether it shows colours, and how many. */
    readonly color?: { readonly has?: boolean; readonly depth?: string };
    readonly size?: { readonly width?: number; readonly height?: number; readonly inches?: number };
  };
  /** The interface leaves its type open (null in the sample). */
  readonly lan_ports?: JsonValue;
  readonly os?: string;
  readonly cpu?: string;
  /** Fields that are unknown, or of an unexpected type. */
  readonly other: Readonly<Record<string, JsonValue>>;
}

/** The result of a check: a device, or that the service does not know the IMEI. */
export type CheckResult =
  | { readonly found: true; readonly device: Device }
  | { readonly found: false };

/** Checks left in a period: a number, or no limit. */
export type ChecksLeft = number | 'no-limit';

/**
 * The state of an API key (interface section 2.3). Fields that are missing or unreadable are left
 * out.
 */
export interface KeyStatus {
  readonly hasAccess?: boolean;
  /** YYYY-MM-DD */
  readonly activationDate?: string;
  /** YYYY-MM-DD */
  readonly expirationDate?: string;
  readonly checksLeft: {
    readonly hour?: ChecksLeft | undefined;
    readonly day?: ChecksLeft | undefined;
    readonly month?: ChecksLeft | undefined;
  };
}

/**
 * A response of the service, unread: it may be paid for, so it is stored before it is read.
 */
export interface ServiceResponse {
  readonly httpStatus: number;
  /** The decoded body, at most 1 MB. */
  readonly body: string;
  /** The name of the provider it came from, which can read it. */
  readonly reader: string;
}
