# What `host new` writes out, beside the host in the build tree and where it is installed:
#   templates/                   skeletons common to all games, from sdk/templates
#   plugins/templates/<game>/    what a game adds, from plugins/<game>/templates

# Copies the files of `from` to `to`, and follows when they change, come or go. `from` need not be there.
function(agon_copy_folder from to)
  file(GLOB_RECURSE wanted CONFIGURE_DEPENDS RELATIVE "${from}" "${from}/*")
  file(GLOB_RECURSE present RELATIVE "${to}" "${to}/*")
  list(REMOVE_ITEM present ${wanted})
  if(present OR NOT wanted)
    file(REMOVE_RECURSE "${to}")
  endif()
  foreach(name IN LISTS wanted)
    configure_file("${from}/${name}" "${to}/${name}" COPYONLY)
  endforeach()
endfunction()

function(agon_publish_templates from folder)
  agon_copy_folder("${from}" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${folder}")
  install(DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${folder}/" DESTINATION "${AGON_INSTALL_HOME}/${folder}"
    COMPONENT agon-dev OPTIONAL)
endfunction()
