# Parts that are not built, since packages for them are missing: <build>/left-out.txt, one sentence, or empty.

# agon_leave_out(<part> <package>...)
function(agon_leave_out part)
  set_property(GLOBAL APPEND PROPERTY AGON_LEFT_OUT "${part}")
  set_property(GLOBAL APPEND PROPERTY AGON_LEFT_OUT_PACKAGES ${ARGN})
endfunction()

function(agon_write_left_out)
  get_property(parts GLOBAL PROPERTY AGON_LEFT_OUT)
  get_property(packages GLOBAL PROPERTY AGON_LEFT_OUT_PACKAGES)
  set(sentence "")
  if(parts)
    list(JOIN parts " and " parts)
    list(JOIN packages " " packages)
    set(sentence "Left out: ${parts}. To add: sudo apt-get install ${packages}; then start ./play again.\n")
  endif()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/left-out.txt" CONTENT "@sentence@" @ONLY)
endfunction()
