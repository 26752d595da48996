const testNetworks = [
  /^localhost$/,
  /^127(\.\d{1,3}){3}$/,
  /^\[?::1\]?$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /\.local$/,
];

/** The host name without its port; an IPv6 address includes its brackets. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d{1,5}$/, '');

/** Whether a host is this machine or a test network, which no hospital is registered under. */
export const isTestHost = (host: string): boolean => testNetworks.some((network) => network.test(nameOf(host)));

/** The host for the hospital lookup: local and test-network hosts are replaced by the configured test hospital. */
export const websiteOf = (host: string, testHospitalHost: string): string =>
  isTestHost(host) ? testHospitalHost : host;
